import sys, time, ctypes, statistics
from claimdsl import load_ruleset
from claimdsl.native.engine import NativeGame
name=sys.argv[1]; players=int(sys.argv[2])
g=load_ruleset(name).game(players=players)
lib=ctypes.CDLL('/tmp/c/claim.so'); lib.play_batch.argtypes=[ctypes.c_uint64,ctypes.c_int64,ctypes.c_int64,ctypes.c_void_p]
def timed(f):
    t=time.process_time(); f(); return time.process_time()-t
ns=[(l,NativeGame(g,lanes=l)) for l in map(int,sys.argv[3].split(","))]
N=60000
res={l:[] for l,_ in ns}; cs=[]
for _ in range(15):
    c=timed(lambda: lib.play_batch(1,0,N,None)); cs.append(N/c)
    for l,n in ns:
        res[l].append(c/timed(lambda: n.play(1,0,N)))
print(name, players, "C %.0f"%statistics.median(cs), {l:round(statistics.median(r),3) for l,r in res.items()}, {l:round(max(r),2) for l,r in res.items()})
