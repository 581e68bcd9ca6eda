// Slow: it builds the cloud's template or bundles.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableAt } from '#shared/store/table.ts';
import { assertSends, assertTableGranted } from '#test/kit/granted.ts';
import { outgoing } from '#test/kit/outgoing.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { unusedGrants } from '#test/kit/unused-grants.ts';
import { usedGrantsName } from '#test/kit/used-grants.ts';

function noted(): Set<string> {
  const folder = process.env.TEST_RUN_FOLDER ?? '';
  const names = readdirSync(folder).filter((name) => name.startsWith(usedGrantsName));
  return new Set(names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')));
}

describe('grants that no test needs', () => {
  it('grants that no test needs are named, and those that a call of the harness needed are not', () => {
    const granted = {
      'mail-events': { tables: { accounts: ['PutItem', 'DeleteItem'] }, sends: ['notices'] },
    } as const;
    assertTableGranted('mail-events', [{ action: 'PutItem', on: 'accounts' }]);
    expect(unusedGrants(noted(), granted)).toEqual(['mail-events DeleteItem on accounts', 'mail-events send to notices']);
  });

  it('grants that no test needs are not what is refused', () => {
    expect(() => assertSends('mail-events', 'grants')).toThrow('functions/access.ts');
    expect(noted()).not.toContain('mail-events send to grants');
  });

  it('grants that no test needs refused at the store read as the right that is missing, and not as a store that does not answer', async () => {
    const refused = outgoing().dynamo('mail-events', 'prefix-');
    const table = tableAt('prefix-attribution', refused ?? testDynamo());
    const sentence = 'mail-events may not PutItem on attribution: functions/access.ts';
    await expect(table.put({ pk: 'a', sk: 'b' })).rejects.toThrow(sentence);
    await expect(table.transact([{ put: { pk: 'a', sk: 'b' } }])).rejects.toThrow(sentence);
  });

  it('grants that no test needs of the code that two functions share are those that neither needs', () => {
    const effects = { tables: { accounts: ['GetItem', 'PutItem'] } } as const;
    expect(unusedGrants(new Set(['outbox GetItem on accounts']), { effects })).toEqual(['effects PutItem on accounts']);
  });

  it('grants that no test needs stay where a test cannot need them, with the reason', () => {
    const backup = { backups: ['AbortMultipartUpload', 'PutObject'] } as const;
    expect(unusedGrants(new Set(), { backup })).toEqual(['backup PutObject of backups']);
  });
});
