import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import type { DryRun, RuleId } from './rules.ts';

/** Judges stored clicks by other rules without a change. An account has 20 dry runs a day, so the answer is kept. */
export const useDryRun = (version: number, rulesOff: readonly RuleId[]) =>
  useQuery<DryRun>({
    queryKey: ['traffic-dry-run', version, rulesOff],
    async queryFn() {
      const { would } = await call('changeTrafficRules', {
        body: { rules_off: [...rulesOff], dry_run: true },
      });
      if (!would) throw new Error('The dry run has no result.');
      return would;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
