import { createHash } from 'node:crypto';
import { readExport } from '#functions/workers/backup/read-export.ts';
import { folderOf } from '#shared/backup/rules/backup.ts';

const folder = folderOf('b_1');
const md5 = (text: string) => createHash('md5').update(text).digest('base64');

async function read({ prefix = folder, ...changes }: Record<string, string | number | null> = {}) {
  const place = `${prefix === folder ? `${folder}accounts/` : ''}AWSDynamoDB/01-abc`;
  const lines = [
    { itemCount: 3, md5Checksum: 'm1', dataFileS3Key: `${place}/data/a.json.gz` },
    { itemCount: 4, md5Checksum: 'm2', dataFileS3Key: `${place}/data/b.json.gz` },
  ];
  const itemCount = changes.itemCount ?? 7;
  const manifest = {
    manifestFilesS3Key: `${place}/manifest-files.json`,
    itemCount,
    outputFormat: 'DYNAMODB_JSON',
  };
  const files: Record<string, string | null> = {
    'manifest-summary.json': JSON.stringify(manifest),
    'manifest-files.json': `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  };
  for (const name of Object.keys(files)) files[name.replace('.json', '.md5')] = `${md5(String(files[name]))}\n`;
  Object.assign(files, changes);
  const objects = {
    async get(key: string) {
      const start = `${folder}accounts/AWSDynamoDB/01-abc/`;
      const text = key.startsWith(start) ? files[key.slice(start.length)] : null;
      return text ? Buffer.from(text) : null;
    },
  } as unknown as Parameters<typeof readExport>[4]['objects'];
  const parameters = { backupId: 'b_1' } as Parameters<typeof readExport>[3];
  return readExport('accounts', 'table-1', `${place}/manifest-summary.json`, parameters, { objects });
}

describe('the export of a table', () => {
  it.each([folder, ''])('lists its files and their items, with keys that begin with %j', async (prefix) => {
    const part = 'accounts/AWSDynamoDB/01-abc/data';
    const unread = { sha256: null, bytes: null, digest: null };
    expect(await read({ prefix })).toEqual({
      name: 'accounts',
      tableName: 'table-1',
      exportId: '01-abc',
      itemCount: 7,
      digest: null,
      files: [
        { key: `${part}/a.json.gz`, itemCount: 3, md5: 'm1', ...unread },
        { key: `${part}/b.json.gz`, itemCount: 4, md5: 'm2', ...unread },
      ],
    });
  });

  it('needs no checksum of a manifest', async () => {
    const none = { 'manifest-summary.md5': null, 'manifest-files.md5': null };
    expect(await read(none)).toMatchObject({ itemCount: 7 });
  });

  it.each([
    ['another number of items than its files', { itemCount: 8 }, 'says 8 items and lists 7'],
    ['fewer items than its files', { itemCount: 6 }, 'says 6 items and lists 7'],
    ['no summary', { 'manifest-summary.json': null }, 'lacks a manifest'],
    ['no list of files', { 'manifest-files.json': null }, 'lacks a manifest'],
    ['another summary', { 'manifest-summary.md5': md5('x') }, 'not what its checksum says'],
    ['another list of files', { 'manifest-files.md5': md5('x') }, 'not what its checksum says'],
  ])('is refused with %s', async (_, changes, message) => {
    await expect(read(changes)).rejects.toThrow(message);
  });
});
