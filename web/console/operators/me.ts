import { useQuery } from '@tanstack/react-query';
import { operate } from './api.ts';

export const useOperator = () => useQuery({ queryKey: ['operators', 'me'], queryFn: () => operate('readDevUser', {}), staleTime: 60_000 });

export const useMayWrite = (): boolean => useOperator().data?.role === 'write';

export function useOperatorNames(): (kind: string, id: string) => string {
  const listed = useQuery({
    queryKey: ['operators', 'people'],
    queryFn: () => operate('listDevUsers', {}),
    staleTime: 5 * 60_000,
  });
  const people = new Map(listed.data?.dev_users.map((person) => [String(person.id), person.full_name ?? person.email]));
  return (kind, id) => {
    if (kind === 'operator') return people.get(id) ?? `Operator ${id}`;
    if (kind === 'user') return `User ${id}`;
    return kind === 'system' ? `Job ${id}` : `Shared token ${id}`;
  };
}
