import { commandOf, optionsFrom } from '#lib/ops/restore/options.ts';

const options = (...args: string[]) => optionsFrom(args, '/home/of/it');
const id = '20261121T023000Z-3fa9c1';

describe('the command line of a restore', () => {
  it.each([
    [['--from', id], { kind: 'local', directory: '/home/of/it/.local', backupId: id }],
    [['--from', 'latest', '--backups', '/b'], { kind: 'local', directory: '/b', backupId: 'latest' }],
    [['--from', `s3://bucket/backups/${id}`], { kind: 's3', bucket: 'bucket', backupId: id }],
    [['--from', `s3://bucket/backups/${id}/`], { kind: 's3', bucket: 'bucket', backupId: id }],
    [['--from', 's3://bucket/backups/'], { kind: 's3', bucket: 'bucket', backupId: 'latest' }],
    [['--from', 's3://bucket'], { kind: 's3', bucket: 'bucket', backupId: 'latest' }],
    [['--from', '/a/copy'], { kind: 'folder', folder: '/a/copy' }],
  ])('%j names where the backup is', (args, from) => {
    expect(options(...args)).toEqual({
      action: 'restore',
      from,
      to: { kind: 'local', directory: '/home/of/it/.local' },
    });
  });

  it.each([
    [['--data', '/d'], { kind: 'local', directory: '/d' }],
    [
      ['--to-prefix', 'new-', '--table', 'analysis=other'],
      {
        kind: 'tables',
        tableNames: { accounts: 'new-accounts', attribution: 'new-attribution', analysis: 'other' },
      },
    ],
  ])('%j names the tables', (args, to) => {
    expect(options('--from', id, ...args).to).toEqual(to);
  });

  it.each([
    [['--from', id, '--data', '/d']],
    [['--from', id, '--data', '/d', '--backups', '/b']],
    [['--from', `s3://bucket/backups/${id}`, '--to-prefix', 'new-']],
    [['--from', '/a/copy', '--data', '/d']],
    [['--from', `s3://bucket/backups/${id}`, '--to-prefix', 'new-', '--imported']],
  ])('%j is repeated as an equivalent command', (args) => {
    const meant = options(...args);
    const [, said = ''] = commandOf(meant, id).split('npm run restore -- ');
    expect(options(...said.split(' '))).toEqual(meant);
  });

  it('the command line of a restore lists backups without restoring', () => {
    expect(options('--from', id, '--verify-only').action).toBe('verify');
    expect(options('--list').action).toBe('list');
  });

  it.each([
    [[], /--from BACKUP/],
    [['--from', id, '--what'], /Unknown option '--what'/],
    [['--from', id, '--table', 'users=x'], /not "users=x"/],
    [['--from', id, '--table', 'accounts=x'], /No table is named for attribution, analysis/],
  ])('%j is refused with a sentence', (args, sentence) => {
    expect(() => options(...args)).toThrow(sentence);
  });
});
