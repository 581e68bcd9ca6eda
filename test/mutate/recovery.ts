import { type Mutation, mutation } from './mutation.ts';

/**
 * The faults are in a recovery's end of objects, in the activity log, and in output of terminals and files.
 */
export const recoveryMutations: readonly Mutation[] = [
  mutation(
    'webhook endpoints from before a recovery go on',
    'waysOut',
    '(endpoint.sessionEpoch ?? 0) < sessionEpoch',
    '(endpoint.sessionEpoch ?? 0) > sessionEpoch',
    ['api/accounts/recovery'],
  ),
  mutation(
    'the links of exports work after a recovery',
    'waysOut',
    "if (order.status === 'completed') await exportFiles.remove(exportFile(order));",
    '',
    ['api/accounts/recovery'],
  ),
  mutation(
    'invitations from before a recovery can be accepted',
    'waysOut',
    'await teams.withdraw(parent, { holderId, id });',
    '',
    ['api/accounts/recovery'],
  ),
  mutation(
    'an invitation from before a recovery is accepted while the recovery runs',
    'teams',
    "also: [answered(pointer, 'accepted'), isActive, ...isSame, ...notes],",
    "also: [answered(pointer, 'accepted'), isActive, ...notes],",
    ['faults/races'],
  ),
  mutation(
    'an account joined teams stays in them after a recovery',
    'waysOut',
    'end: ({ userId }, { id }, { teams }) => teams.leave(id, userId),',
    'end: async () => {},',
    ['api/accounts/recovery'],
  ),
  mutation(
    'an account that proved no address creates live endpoints',
    'createWebhookEndpoint',
    "if (environment === 'live' && !isVerified(user)) throw fail('verification_required');",
    '',
    ['api/accounts/recovery'],
  ),
  mutation(
    'an account that proved no address enables live endpoints',
    'changeWebhookEndpoint',
    "if (body.status === 'enabled' && !isVerified(user)) {",
    "if (body.status === 'enabled' && isVerified(user) && !isVerified(user)) {",
    ['api/accounts/recovery'],
  ),
  mutation(
    'the activity log shows the networks of support',
    'activity',
    "(actor.kind === 'operator' ? null : await origin?.network()) ?? null",
    '(await origin?.network()) ?? null',
    ['activity/activity-log'],
  ),
  mutation(
    'the activity log keeps entries for a thousand times their days',
    'activityLog',
    'Math.ceil(Date.parse(at) / 1000) + daysInSeconds(activityDays)',
    'Math.ceil(Date.parse(at) / 1000) + daysInSeconds(activityDays) * 1000',
    ['activity/activity-log'],
  ),
  mutation(
    'failed sign-ins of one minute are one, however many they were',
    'activityLog',
    "':failure': new Set([name])",
    "':failure': new Set(['failure'])",
    ['activity/activity-log'],
  ),
  mutation(
    'a deleted account comes back after its erasure was due',
    'accountRestore',
    "Boolean(deletion) && Date.parse(deletion?.eraseAt ?? '') > now",
    'Boolean(deletion)',
    ['api/accounts/delete-account'],
  ),
  mutation(
    'the command line says that it has ended a session that goes on',
    'cliLogin',
    '.catch(() => false)',
    '.catch(() => null)',
    ['packages/cli/cli'],
  ),
  mutation(
    "a visitor's text turns the direction of a terminal's line",
    'cliVisible',
    String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`,
    String.raw`[\p{Cc}\p{Zl}\p{Zp}]`,
    ['packages/cli/cli'],
  ),
];
