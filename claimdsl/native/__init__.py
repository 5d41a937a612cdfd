"""Native code: a bound program printed as LLVM IR, for playing many games at once."""
