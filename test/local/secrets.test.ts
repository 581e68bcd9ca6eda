// Slow: it starts processes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretsIn } from '#lib/local/secrets.ts';
import { rootedKinds } from '#shared/secrets.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const file = join(folder, 'secrets.json');

describe('the secrets of a data folder', () => {
  it('the secrets of a data folder are made once, each kind its own', () => {
    const created = secretsIn(folder);
    expect(new Set(rootedKinds.map((kind) => created.secrets[kind].root)).size).toBe(rootedKinds.length);
    expect(secretsIn(folder)).toEqual(created);
  });

  it('the secrets of a data folder of an earlier version stay good: two keys, or fewer kinds', () => {
    const jwt_keys = [{ kid: 'local-1', secret: 's'.repeat(43) }];
    writeFileSync(file, JSON.stringify({ secrets: { jwt_keys, hash_key: 'h'.repeat(43) }, operator_token: 'op_kept' }));
    const reread = secretsIn(folder);
    expect(reread).toMatchObject({
      secrets: { sessions: { jwt_keys }, hashing: { hash_key: 'h'.repeat(43) } },
      operator_token: 'op_kept',
    });
    const { deck, ...fewer } = reread.secrets;
    writeFileSync(file, JSON.stringify({ ...reread, secrets: fewer }));
    const again = secretsIn(folder);
    expect(again).toEqual({ ...reread, secrets: { ...reread.secrets, deck: again.secrets.deck } });
    expect(again.secrets.deck).not.toEqual(deck);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(again);
  });
});
