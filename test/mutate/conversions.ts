import { type Equivalent, type Mutation, mutation } from './mutation.ts';

export const conversionMutations: readonly Mutation[] = [
  mutation(
    'two acceptances of one event id: a read, then a write without a condition',
    'conversions',
    "const earlier = await table.putNew<Item & Conversion>({ ...key, kind: 'conversion', ...conversion });",
    "const earlier = await table.get<Item & Conversion>(key, { consistent: true });\n    if (!earlier) await table.put({ ...key, kind: 'conversion', ...conversion });",
    ['api/conversions/send-conversion'],
    'parallel copies',
  ),
  mutation(
    'an acceptance whose answer was lost is taken for a duplicate',
    'conversions',
    'earlier?.writtenBy === conversion.writtenBy ? null : earlier',
    'earlier',
    ['crash/conversions.crash'],
    'lost its answer',
  ),
  mutation(
    'a second late click replaces the first',
    'conversions',
    'AND attribute_not_exists(click) AND attribute_not_exists(erasedAt) AND reason',
    'AND attribute_not_exists(erasedAt) AND reason',
    ['faults/stream-shards'],
  ),
  mutation(
    'an erased event is matched late',
    'conversions',
    'attribute_not_exists(click) AND attribute_not_exists(erasedAt) AND reason',
    'attribute_not_exists(click) AND reason',
    ['faults/stream-shards'],
  ),
  mutation(
    'a second conflict replaces the first',
    'conversions',
    "'attribute_exists(pk) AND attribute_not_exists(#conflict) AND attribute_not_exists(erasedAt)'",
    "'attribute_exists(pk) AND attribute_not_exists(erasedAt)'",
    ['faults/races'],
  ),
  mutation(
    'an accepted event is looked up in a copy that may be stale',
    'conversions',
    'table.get<Item & Conversion>(keyOf.conversion(accountId, environment, eventId), { consistent: true })',
    'table.get<Item & Conversion>(keyOf.conversion(accountId, environment, eventId), { consistent: false })',
    ['faults/stale-reads'],
  ),
  mutation(
    'the click is looked for beside the write of the index',
    'project',
    'Promise.all([indexed, linked]).then(() =>\n      matchLate(',
    'linked.then(() =>\n      matchLate(',
    ['faults/stream-shards'],
  ),
  mutation(
    'tombstones are read beside the write of the index',
    'project',
    'Promise.all([indexed, linked]).then(() => heedErasures(shown, deps))',
    'heedErasures(shown, deps)',
    ['faults/stream-shards'],
  ),
  mutation(
    'waiting events are looked for in a copy that may be stale',
    'eventIndex',
    'consistent: true,\n    })) {\n      if (left-- <= 0) return;',
    'consistent: false,\n    })) {\n      if (left-- <= 0) return;',
    ['faults/stale-reads'],
  ),
  mutation(
    'the last click of a user is looked for in a copy that may be stale',
    'matchLate',
    'senderOf(event), window, { consistent: true })',
    'senderOf(event), window)',
    ['faults/stale-reads'],
  ),
  mutation(
    'an event that counted counts again when it changes',
    'addToTotals',
    'if (earlier?.counts) continue;',
    '',
    ['api/attribution/conflicts', 'api/attribution/erase', 'api/attribution/redelivery'],
  ),
  mutation(
    'a redelivered record counts again',
    'applyStreamRecordOnce',
    "'attribute_not_exists(#mark) OR #mark < :first'",
    "'attribute_not_exists(#mark) OR #mark < :first OR #mark >= :first'",
    ['reports/store-totals'],
  ),
  mutation(
    'new records of an overlapping batch do not count',
    'applyStreamRecordOnce',
    'pending = contributions.filter(({ sequence }) => sequence > (seen as string));',
    'pending = [];',
    ['reports/store-totals'],
  ),
  mutation(
    'of two workers on overlapping batches both count',
    'applyStreamRecordOnce',
    "seen ? '#mark = :seen' : 'attribute_not_exists(#mark)'",
    "seen ? '#mark = :seen OR attribute_exists(#mark)' : 'attribute_not_exists(#mark)'",
    ['reports/store-totals'],
  ),
  {
    name: 'the queue is told of an erasure after the first part of it',
    file: 'erase',
    edits: [
      {
        from: 'for (const selector of selectors)\n      await queues.send(',
        to: 'const later = async () => { for (const selector of selectors)\n      await queues.send(',
      },
      {
        from: '{ delaySeconds: secondLookSeconds },\n      );',
        to: '{ delaySeconds: secondLookSeconds },\n      ); };',
      },
      { from: 'return reply(202, {', to: 'await later();\n    return reply(202, {' },
    ],
    tests: ['crash/erase.crash'],
  },
  {
    name: 'the tombstone is written after the search',
    file: 'erasures',
    edits: [
      { from: 'await tombstones.add({ accountId, selector }, until);\n      const run', to: 'const run' },
      {
        from: 'return { events: run.events, sessions',
        to: 'await tombstones.add({ accountId, selector }, until);\n      return { events: run.events, sessions',
      },
    ],
    tests: ['faults/stream-shards'],
  },
  mutation(
    'the index item that leads to an event goes before the event is erased',
    'erasures',
    'if (await blank(event)) run.events++;\n    await table.remove({ pk: row.pk, sk: row.sk });',
    'await table.remove({ pk: row.pk, sk: row.sk });\n    if (await blank(event)) run.events++;',
    ['crash/erase.crash'],
  ),
  mutation(
    'an event that is matched while it is erased keeps its click',
    'erasures',
    'attribute_not_exists(erasedAt) AND ${stillSo}`',
    'attribute_not_exists(erasedAt)`',
    ['faults/stream-shards'],
  ),
  mutation(
    'an older erasure shortens a tombstone',
    'tombstones',
    "'attribute_not_exists(#until) OR #until < :until'",
    "'attribute_not_exists(#until) OR #until < :until OR #until >= :until'",
    ['faults/disorder'],
  ),
  mutation(
    'tombstones are read from a copy that may be stale',
    'tombstones',
    '[...keys.values()], { consistent: true })',
    '[...keys.values()])',
    ['faults/stale-reads'],
  ),
  mutation(
    'the projection counts what a recount has counted',
    'recounts',
    "if (!earlier || earlier.by === 'live') own.add",
    'own.add',
    ['api/maintenance/recount'],
  ),
  mutation(
    'a recount counts what the projection has counted',
    'recounts',
    "put: itemOf(claim, 'recount', now()),\n        condition: 'attribute_not_exists(pk)',",
    "put: itemOf(claim, 'recount', now()),\n        condition: 'attribute_not_exists(pk) OR attribute_exists(pk)',",
    ['store/guards'],
  ),
  mutation(
    'of two changes of an account’s recounts the first is lost',
    'recounts',
    "table.put(item, 'version = :version', {",
    "table.put(item, 'version = :version OR version <> :version', {",
    ['store/guards'],
  ),
  {
    name: 'old totals are removed before reports read the new ones',
    file: 'continueRecount',
    edits: [
      {
        from: 'if (await deps.recounts.close(accountId, recount.generation)) {\n    await deps.recounts.removeOlder(accountId, recount);',
        to: 'await deps.recounts.removeOlder(accountId, recount);\n  if (await deps.recounts.close(accountId, recount.generation)) {',
      },
    ],
    tests: ['faults/races'],
  },
];

export const conversionEquivalents: readonly Equivalent[] = [
  {
    name: 'the events of a user are looked for beside the write of its clicks',
    file: 'project',
    edits: [
      {
        from: 'Promise.all([indexed, linked]).then(() =>\n      matchLate(',
        to: 'indexed.then(() =>\n      matchLate(',
      },
    ],
    reason: 'the click of the user is a record of the stream itself, and finds the events when it comes',
  },
];
