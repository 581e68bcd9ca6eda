import { useState } from 'react';

/** Typed values remain until the address has other values. */
export function useTyped<T>(given: T) {
  const [state, setState] = useState({ given, typed: given });
  if (JSON.stringify(given) !== JSON.stringify(state.given)) setState({ given, typed: given });
  return [state.typed, (typed: T) => setState({ given, typed })] as const;
}
