import sys, time
from claimdsl import load_ruleset
from claimdsl.native.engine import NativeGame
from claimdsl.native.refusal import NotNative
from claimdsl.engine.batch import Batch, record_of, digest_of
from claimdsl.engine.outcome import outcome
def check(g, games=300, seed=5, lanes=4):
    n=NativeGame(g, lanes=lanes)
    r,d=n.play(seed,0,games)
    b=Batch(g); bad=0; faults=0
    t=time.time()
    for i in range(games):
        v=b.frame(seed,i)
        if r[i]==-1: faults+=1; continue
        if record_of(g,outcome(g,v))!=r[i] or digest_of(g,v)!=d[i]: bad+=1
    return bad, faults, games/(time.time()-t)
if __name__=="__main__":
    name=sys.argv[1]
    for players in (2,3,4):
        rs=load_ruleset(name)
        try: g=rs.game(players=players)
        except Exception as e: print(players, e); continue
        print(name, players, check(g, lanes=1))
