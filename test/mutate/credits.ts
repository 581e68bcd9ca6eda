import { type Equivalent, type Mutation, mutation } from './mutation.ts';

const claimOfRow = "...(source !== undefined && { source, amount }),\n      },\n      condition: 'attribute_not_exists(pk)',";
const rowCondition =
  "put: { ...keyOf.creditRow(userId, seq), kind: 'credit_row', ...transaction },\n      condition: 'attribute_not_exists(pk)',";
const anyRow = rowCondition.replace('(pk)', '(pk) OR attribute_exists(pk)');
const balanceCondition = "condition: seq === 1 ? 'attribute_not_exists(seq)' : 'seq = :before',";
const anyBalance = "condition: seq === 1 ? 'attribute_not_exists(seq) OR attribute_exists(seq)' : 'seq = :before OR seq <> :before',";

export const creditMutations: readonly Mutation[] = [
  mutation(
    'a claim that is held is taken again',
    'shared/credits/store/credit-parts.ts',
    claimOfRow,
    claimOfRow.replace('(pk)', '(pk) OR attribute_exists(pk)'),
    ['api/credits/ledger', 'crash/credits.crash'],
  ),
  {
    name: 'neither row nor balance must be as they were read',
    file: 'shared/credits/store/credit-parts.ts',
    edits: [
      { from: rowCondition, to: anyRow },
      { from: balanceCondition, to: anyBalance },
    ],
    tests: ['api/credits/ledger'],
  },
  mutation(
    'of two daily grants, or of one and a charge, the first is lost',
    'shared/credits/store/credit-parts.ts',
    balanceCondition,
    anyBalance,
    ['credits/daily-rows'],
  ),
  mutation(
    'a day of a user is granted twice',
    'shared/credits/store/credits.ts',
    "if (transaction) return { outcome: 'already', transaction };\n      // An",
    "if (transaction && daily && daily.day === '') return { outcome: 'already', transaction };\n      // An",
    ['credits/daily-rows'],
  ),
  mutation(
    'a day that an earlier version granted is granted again',
    'shared/credits/store/credits.ts',
    'daily.isMixed || daily.seq !== before.seq',
    'daily.seq !== before.seq',
    ['credits/daily-rows'],
  ),
  mutation(
    'a day before the latest is added without a claim',
    'shared/credits/store/credits.ts',
    'if (!daily || day < daily.day || isMixed) return await tryPost',
    'if (!daily || isMixed) return await tryPost',
    ['credits/daily-rows'],
  ),
  mutation(
    'rows of daily credits are lost when another kind of row is added',
    'shared/credits/store/credit-parts.ts',
    '...(daily ? packParts(userId, daily) : []),',
    '',
    ['credits/daily-rows'],
  ),
  mutation(
    'rows of daily credits are lost once there are ten',
    'shared/credits/store/credits.ts',
    'table.transact([...packParts(accountId, daily), change])',
    'table.transact([change])',
    ['credits/daily-rows'],
  ),
  mutation(
    'spending that was done before is refused once the balance is used up',
    'shared/credits/store/credits.ts',
    'return transaction\n        ? {',
    'return transaction && before.balance > 1e9\n        ? {',
    ['crash/credits.crash'],
  ),
  mutation('a balance falls below zero', 'shared/credits/store/credits.ts', 'if (balanceAfter < 0) {', 'if (balanceAfter < -1e9) {', [
    'api/credits/ledger',
  ]),
  mutation(
    'a task is completed while a part of it is open',
    'shared/tasks/sharded-task.ts',
    'if (parts.some(({ isDone }) => !isDone)) return false;',
    '',
    ['crash/grants.crash', 'credits/grants/tasks'],
  ),
  mutation(
    'a task is completed twice',
    'shared/tasks/store/tasks.ts',
    "'attribute_exists(pk) AND #status IN (:pending, :running)'",
    "'attribute_exists(pk) AND (#status IN (:pending, :running) OR attribute_exists(pk))'",
    ['store/guards'],
  ),
  mutation(
    'a task is begun twice',
    'shared/tasks/store/tasks.ts',
    "[{ put, condition: 'attribute_not_exists(pk)' }, ...also]",
    "[{ put, condition: 'attribute_not_exists(pk) OR attribute_exists(pk)' }, ...also]",
    ['store/guards'],
  ),
  mutation(
    'a slow worker moves a part back',
    'shared/tasks/store/tasks.ts',
    "{ condition: 'version = :version', values: { ':version': before.version } }",
    "{ condition: 'version = :version OR version <> :version', values: { ':version': before.version } }",
    ['store/guards'],
  ),
  mutation(
    'of two changes of a user’s subscriptions the first is lost',
    'shared/billing/store/billing-records.ts',
    "{ condition: 'version = :before', values: { ':before': account.version } }",
    "{ condition: 'version = :before OR version <> :before', values: { ':before': account.version } }",
    ['store/guards', 'faults/races'],
  ),
  mutation(
    'a settled event of the payment processor is applied again',
    'shared/billing/store/billing-records.ts',
    "'attribute_not_exists(pk) OR isSettled = :no'",
    "'attribute_not_exists(pk) OR isSettled = :no OR attribute_exists(pk)'",
    ['store/guards'],
  ),
  mutation(
    'a customer changes hands',
    'shared/billing/store/billing-records.ts',
    "'attribute_not_exists(pk) OR userId IN (:userId, :before)'",
    "'attribute_not_exists(pk) OR userId IN (:userId, :before) OR attribute_exists(pk)'",
    ['store/guards'],
  ),
  mutation(
    'an older event of a subscription is applied',
    'functions/api/billing/process-subscription.ts',
    "if (age === 'older') return { outcome: 'outdated', userId };",
    '',
    ['api/billing/billing'],
  ),
  mutation(
    'an invoice is granted to an account that ends meanwhile',
    'functions/api/billing/process-invoice.ts',
    'users.activePart(ownerOf(userId)),',
    '',
    ['faults/races'],
  ),
  mutation(
    'of two changes of a licence the first is lost',
    'shared/licences/store/licence-items.ts',
    "condition: '#version = :was'",
    "condition: '#version = :was OR #version <> :was'",
    ['api/licences/teams', 'api/licences/licences'],
  ),
  mutation(
    'one more than the seats are invited',
    'shared/licences/store/teams.ts',
    '!before && members.length + openInvitations.length >= seats(tier)',
    '!before && members.length + openInvitations.length > seats(tier)',
    ['api/licences/teams'],
  ),
  mutation(
    'an account that ends meanwhile joins a team',
    'shared/licences/store/teams.ts',
    "also: [answered(pointer, 'accepted'), isActive, ...isSame, ...notes],",
    "also: [answered(pointer, 'accepted'), ...isSame, ...notes],",
    ['faults/races'],
  ),
];

export const creditEquivalents: readonly Equivalent[] = [
  {
    name: 'the row need not be new',
    file: 'shared/credits/store/credit-parts.ts',
    edits: [{ from: rowCondition, to: anyRow }],
    reason: 'the balance, in the same transaction, must have the number before it',
  },
];
