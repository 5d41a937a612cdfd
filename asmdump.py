import sys, re
from claimdsl import load_ruleset
from claimdsl.native.module import Module
from claimdsl.native.engine import features
import llvmlite.binding as llvm
g=load_ruleset(sys.argv[1]).game(players=2)
text=Module(g.binding, True, int(sys.argv[2])).text()
llvm.initialize_native_target(); llvm.initialize_native_asmprinter()
cpu,fl=features()
t=llvm.Target.from_default_triple().create_target_machine(cpu=cpu,features=fl,opt=3,jit=True)
m=llvm.parse_assembly(text); m.triple=llvm.get_process_triple(); m.data_layout=str(t.target_data)
b=llvm.create_pass_builder(t, llvm.create_pipeline_tuning_options(speed_level=3)); b.getModulePassManager().run(m,b)
open('/tmp/opt.ll','w').write(str(m)); open('/tmp/opt.s','w').write(t.emit_assembly(m))
