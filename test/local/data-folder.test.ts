import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namingFullDisk, openDataFolder } from '#lib/local/data-folder.ts';
import { HostError } from '#lib/local/host-error.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const umask = process.umask();
afterEach(() => void process.umask(umask));

it('a data folder is made for its owner alone, names its process, and is free again afterwards', () => {
  const directory = join(folder, 'a', 'b');
  const close = openDataFolder(directory);
  expect(existsSync(join(directory, 'checkpoints'))).toBe(true);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, 'host.pid')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(directory, 'host.pid'), 'utf8')).toBe(String(process.pid));
  close();
  openDataFolder(directory)();
});

it('a data folder in use is refused with the process that holds it', () => {
  const directory = join(folder, 'used');
  const close = openDataFolder(directory);
  writeFileSync(join(directory, 'host.pid'), '4711');
  expect(() => openDataFolder(directory)).toThrow(
    `Another host (process 4711) uses the data folder ${directory}: stop it, or set --data to another folder.`,
  );
  close();
});

it('a data folder that cannot be made is refused with the reason', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => openDataFolder(join(file, 'data'))).toThrow(
    `The data folder ${join(file, 'data')} cannot be written (ENOTDIR): set --data to another folder.`,
  );
});

it('a full disk is named, by its code of the system or of SQLite, and another error stays as it is', () => {
  for (const cause of [{ code: 'ENOSPC' }, { code: 'EDQUOT' }, { errcode: 13 }]) {
    const named = namingFullDisk('/data', cause);
    expect(named).toBeInstanceOf(HostError);
    expect((named as HostError).message).toContain('/data is full');
  }
  for (const other of [{ code: 'EACCES' }, { errcode: 14 }, new Error('x')]) expect(namingFullDisk('/data', other)).toBe(other);
});
