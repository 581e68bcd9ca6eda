import { useNavigate } from '@tanstack/react-router';

/** Changes search parameters of the address; `undefined` removes a parameter. */
export function useChangeSearch() {
  const navigate = useNavigate();
  return (changes: object, { replace = false } = {}) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }) as never, replace });
}
