from claimdsl import load_ruleset
import claimdsl.native.module as M, claimdsl.native.scoring as S
from claimdsl.native.engine import NativeGame
from claimdsl.engine.batch import *
from claimdsl.native.scoring import Result
import sys
key=eval(sys.argv[1]); steps=int(sys.argv[2])
g=load_ruleset("printed-2017").game(players=2)
S.Scoring.result=lambda self: Result(self._frame.get(("pile","hand",0)), self._frame.get(key))
M.Module._check_hands=lambda *a,**k: None
orig=M.Module._phase
def phase(self, ph):
    if ph.name=="recruit": 
        self._limit=lambda p: steps
        if steps: orig(self, ph)
M.Module._phase=phase
n=NativeGame(g, lanes=1)
r,d=n.play(5,0,1)
print(r[0], d[0])
deal,rng=g.shuffled(5)
v=g.frame_of(deal); g.plain.run(v)
k=0
L=g.layout
while True:
    if v[at.TRICK_NUMBER]>steps: break
    o=v[at.OPTIONS]; v[at.ANSWER]= o[rng.below(len(o))] if len(o)>1 else o[0]; g.plain.run(v)
print(v[L.piles["hand"]], {k:(v[s],v[s+1]) for k,s in L.piles.items() if k!='stock'}, 'leader', v[at.LEADER], rng._state)
