import { accountMutations } from './accounts.ts';
import { cellMutations } from './cells.ts';
import { clientMutations } from './clients.ts';
import { conversionEquivalents, conversionMutations } from './conversions.ts';
import { creditEquivalents, creditMutations } from './credits.ts';
import { edgeMutations } from './edges.ts';
import { hostMutations } from './hosts.ts';
import type { Equivalent, Mutation } from './mutation.ts';
import { promisedMutations } from './promised.ts';
import { promisedWorkMutations } from './promised-work.ts';
import { recoveryMutations } from './recovery.ts';
import { reviewMutations } from './reviews.ts';
import { secondReviewMutations } from './second-reviews.ts';
import { serviceReviewMutations } from './service-reviews.ts';
import { thirdReviewMutations } from './third-reviews.ts';
import { trafficMutations } from './traffic.ts';
import { webhookMutations } from './webhooks.ts';
import { workerMutations } from './workers.ts';

export const mutations: readonly Mutation[] = [
  ...conversionMutations,
  ...creditMutations,
  ...accountMutations,
  ...workerMutations,
  ...cellMutations,
  ...trafficMutations,
  ...webhookMutations,
  ...hostMutations,
  ...recoveryMutations,
  ...edgeMutations,
  ...clientMutations,
  ...reviewMutations,
  ...secondReviewMutations,
  ...serviceReviewMutations,
  ...thirdReviewMutations,
  ...promisedMutations,
  ...promisedWorkMutations,
];
export const equivalents: readonly Equivalent[] = [...conversionEquivalents, ...creditEquivalents];
