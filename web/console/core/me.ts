import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

export const useMe = () => useQuery({ queryKey: ['me'], queryFn: () => call('readMe', {}), staleTime: 60_000 });
