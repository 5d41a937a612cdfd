from claimdsl import load_ruleset
from claimdsl.native.engine import NativeGame
from claimdsl.engine.batch import *
from claimdsl.engine.outcome import outcome
g=load_ruleset("printed-2017").game(players=2)
n=NativeGame(g, lanes=1)
r,d=n.play(5,0,5)
b=Batch(g)
for i in range(5):
    v=b.frame(5,i); print(bin(record_of(g,outcome(g,v))), bin(r[i]), digest_of(g,v)==d[i])
from claimdsl.native.module import Module
t=Module(g.binding, True, 1).text().splitlines()
k=[i for i,l in enumerate(t) if 'define void' in l][0]
print("\n".join(l for l in t[k:k+400] if 'alloca' not in l)[:9000])
