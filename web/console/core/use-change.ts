import { useNavigate } from '@tanstack/react-router';

/** Changes a part of the page's address; `undefined` removes it. */
export function useChange() {
  const navigate = useNavigate();
  return (changes: object, { replace = false } = {}) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }) as never, replace });
}
