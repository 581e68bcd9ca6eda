import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertSends, assertTableGranted } from '#test/kit/granted.ts';
import { unusedGrants } from '#test/kit/unused-grants.ts';
import { usedGrantsName } from '#test/kit/used-grants.ts';

/** What all processes of this run have noted so far. */
function noted(): Set<string> {
  const folder = process.env.TEST_RUN_FOLDER ?? '';
  const names = readdirSync(folder).filter((name) => name.startsWith(usedGrantsName));
  return new Set(names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')));
}

describe('grants that no test needs', () => {
  it('are named, and those that a call of the harness needed are not', () => {
    const granted = {
      'mail-events': { tables: { accounts: ['PutItem', 'DeleteItem'] }, sends: ['notices'] },
    } as const;
    assertTableGranted('mail-events', [{ action: 'PutItem', on: 'accounts' }]);
    expect(unusedGrants(noted(), granted)).toEqual([
      'mail-events DeleteItem on accounts',
      'mail-events send to notices',
    ]);
  });

  it('are not what is refused', () => {
    expect(() => assertSends('mail-events', 'grants')).toThrow('functions/access.ts');
    expect(noted()).not.toContain('mail-events send to grants');
  });

  it('of the code that two functions share are those that neither needs', () => {
    const effects = { tables: { accounts: ['GetItem', 'PutItem'] } } as const;
    expect(unusedGrants(new Set(['outbox GetItem on accounts']), { effects })).toEqual([
      'effects PutItem on accounts',
    ]);
  });

  it('stay where a test cannot need them, with the reason', () => {
    const backup = { backups: ['AbortMultipartUpload', 'PutObject'] } as const;
    expect(unusedGrants(new Set(), { backup })).toEqual(['backup PutObject of backups']);
  });
});
