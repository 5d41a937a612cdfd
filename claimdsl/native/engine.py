"""Native games: a module compiled for this processor, and many games played by it at a time."""

from __future__ import annotations

import ctypes
import sys
from array import array
from typing import TYPE_CHECKING

from claimdsl.diagnostics.errors import InvariantError
from claimdsl.engine.firing import Watched
from claimdsl.engine.game import Game
from claimdsl.native import store
from claimdsl.native.module import ENTRY, LANES, Module
from claimdsl.native.pages import give_back

if TYPE_CHECKING:
    import llvmlite.binding as llvm

RANDOM = "random"
_LIBRARY = "libllvmlite"
_NO_BRANCHES = "-x86-cmov-converter-force-mem-operand=0"
"""Keeps what is chosen from memory without branches: half of them would be mispredicted."""


def features() -> tuple[str, str]:
    """Give the processor's name and features."""
    import llvmlite.binding as llvm

    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def compile_text(text: str, level: int = 3) -> bytes:
    """Compile a module to object code; level 0 is compiled quickly and runs slowly.

    Raises: RuntimeError where the module is not well formed (a bug of ours).
    """
    import llvmlite.binding as llvm

    give_back(_LIBRARY)
    _begin()
    llvm.set_option(ENTRY, _NO_BRANCHES)
    cpu, flags = features()
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=cpu, features=flags, opt=level, jit=True, reloc="pic", codemodel="small"
    )
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(target.target_data)
    if level:
        options = llvm.create_pipeline_tuning_options(speed_level=level)
        options.loop_vectorization = options.slp_vectorization = False
        builder = llvm.create_pass_builder(target, options)
        builder.getModulePassManager().run(module, builder)
        give_back(_LIBRARY)
    code = bytes(target.emit_object(module))
    give_back(_LIBRARY)
    return code


def _begin() -> None:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def machine(bmi: bool) -> str:
    """Name what code is compiled for, and by what."""
    import llvmlite
    import llvmlite.binding as llvm

    versions = llvmlite.__version__, llvm.llvm_version_info
    return repr((sys.platform, llvm.get_process_triple(), features(), versions, bmi))


def linked(code: bytes) -> llvm.ExecutionEngine | None:
    """Make object code ready to run; None where it is none."""
    import llvmlite.binding as llvm

    _begin()
    target = llvm.Target.from_default_triple().create_target_machine(jit=True)
    try:
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
    except RuntimeError:
        return None
    return engine


class NativeGame:
    """One kind of game in native code."""

    def __init__(
        self, game: Game, bmi: bool | None = None, lanes: int = LANES, agents: tuple[str, ...] = (),
        keep: bool = False, level: int = 3, digests: bool = True, watched: Watched | None = None,
    ) -> None:
        """Compile a game, or with `keep` take it from the disk where it was kept before, and keep it.

        Games whose rulesets have one digest must then have one program, and no digests of games are made.  Of powers
        that are `watched` it is counted in how many games they fire.  Shape: one agent a seat, none: all random.

        Raises: NotNative.
        """
        self.game = game
        self.text = ""
        bmi = "+bmi2" in features()[1] if bmi is None else bmi
        self.powers = watched.powers if watched is not None else ()
        kind = store.kind_of(game, agents or (RANDOM,) * game.players, lanes, watched is not None)
        key = store.Key(kind, machine(bmi)) if keep else None
        kept = None if key is None else store.read(key)
        if kept is not None and self._load(kept):
            self.object = kept
            return
        self.text = Module(game.binding, bmi, lanes, agents, digests and not keep, watched).text()
        self.object = compile_text(self.text, level)
        if not self._load(self.object):
            raise InvariantError(f"native code for {game!r} does not load")
        if key is not None:
            store.write(key, self.object)

    def _load(self, code: bytes) -> bool:
        self._engine = linked(code)
        if self._engine is None:
            return False
        address = self._engine.get_function_address(ENTRY)
        kind = ctypes.CFUNCTYPE(
            None, ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p,
            ctypes.c_void_p,
        )
        self._play = kind(address)
        return bool(address)

    def play(self, seed: int, first: int, count: int) -> tuple[array[int], array[int]]:
        """Play games `first` to `first + count - 1` of a seed; give a record of each, and a digest if there are any.

        Several threads may play at once.
        """
        records, digests, _ = self.counted(seed, first, count)
        return records, digests

    def counted(self, seed: int, first: int, count: int) -> tuple[array[int], array[int], array[int]]:
        """Play games likewise; count too in how many each power has fired, or say that this is not known (-1)."""
        records = array("q", bytes(8 * count))
        digests = array("Q", bytes(8 * count))
        fired = array("q", bytes(8 * len(self.powers)))
        self._play(seed, first, count, *(each.buffer_info()[0] for each in (records, digests, fired)))
        return records, digests, fired
