import { useNavigate } from '@tanstack/react-router';

export function useChangeSearch() {
  const navigate = useNavigate();
  return (changes: object, { replace = false } = {}) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }) as never, replace });
}
