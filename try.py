import sys, time
from claimdsl import load_ruleset
from claimdsl.native.engine import NativeGame, Module
name=sys.argv[1] if len(sys.argv)>1 else "base"; players=int(sys.argv[2]) if len(sys.argv)>2 else 2
g=load_ruleset(name).game(players=players)
t=time.time(); m=Module(g.binding, True).text(); print("print", time.time()-t, len(m.splitlines()))
open('/tmp/m.ll','w').write(m)
t=time.time(); n=NativeGame(g); print("all", time.time()-t)
r,d=n.play(1,0,1000)
t=time.time(); r,d=n.play(1,0,1000000); dt=time.time()-t; print(1e6/dt)
from collections import Counter
print(Counter(x&15 for x in r), Counter((x>>4)&15 for x in r))
