// A JavaScript exception that leaves WebAssembly skips the ends of the C++
// functions it passes, where each gives its part of the stack back. Without
// this, every error would take a little of the stack, until none is left. So
// whatever embind calls is wrapped: an exception on its way out finds the stack
// pointer as it was on the way in.
{
  const library = LibraryManager.library;
  Object.assign(library, {
    $embindRequire: library.$embind__requireFunction,
    $embindRequire__deps: library.$embind__requireFunction__deps,
    $embind__requireFunction__deps: ["$embindRequire"],
    $embind__requireFunction: function () {
      var call = embindRequire.apply(null, arguments);
      return function () {
        var stack = stackSave();
        try {
          return call.apply(null, arguments);
        } catch (error) {
          stackRestore(stack);
          throw error;
        }
      };
    },
  });
}
