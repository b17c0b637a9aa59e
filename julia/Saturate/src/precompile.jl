# What the first use needs is compiled with the package: newer versions keep the code, older ones what inference found.
#
# Questions are answered through a table, so that following calls from `saturate` does not find the answers.

precompile(saturate, (Any, Any))
precompile(saturate, (Any, Any, RuleSet))
precompile(optimized_entry, (Any, Any, Tuple{}, COptions, Bool))
precompile(optimized_entry, (Any, Any, RuleSet, COptions, Bool))
precompile(optimize_entry!, (Entry, Any, RuleSet, COptions, Bool))
precompile(optimize_entry!, (Entry, Any, Tuple{}, COptions, Bool))
precompile(optimized_body!, (Entry, MethodBody, RuleSet, COptions, Bool))
precompile(optimized_body!, (Entry, MethodBody, Tuple{}, COptions, Bool))
precompile(cached, (Any, Any, RuleSet))
precompile(define_rules, (RulePart,))
precompile(generated_code, (Int, Vector{Symbol}, Tuple))
precompile(ask_session, (Ptr{Cvoid}, Int32, Ptr{Int32}, Csize_t, Ptr{UInt8}, Csize_t, Ptr{CAnswer}))
foreach(answer -> precompile(answer, (Session, Vector{Int32}, String)), ANSWERS)
