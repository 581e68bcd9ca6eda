import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';

type Destinations = Answer<'listDestinations'>;
export type Destination = Destinations['destinations'][number];
type Settings = Pick<Destination, 'state' | 'consent_default' | 'phone_country'>;

const queryKey = ['destinations'];

export const useDestinations = () => useQuery({ queryKey, queryFn: () => call('listDestinations', {}) });

export function useSave(network: Destination['network']) {
  const queries = useQueryClient();
  return useMutation<Answer<'changeDestination'>, ApiError, Settings>({
    mutationFn: (body) => call('changeDestination', { params: { network }, body }),
    onSuccess: (saved) => {
      queries.invalidateQueries({ queryKey: ['destinations', 'coverage'] });
      queries.setQueryData<Destinations>(
        queryKey,
        (before) => before && { destinations: before.destinations.map((one) => (one.network === network ? saved : one)) },
      );
    },
  });
}
