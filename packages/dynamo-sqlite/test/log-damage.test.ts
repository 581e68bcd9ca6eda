import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/local/temporary-folder.ts';
import { damagedFrames } from '../src/log-damage.ts';
import { engineOf, things } from './engine.ts';

const folder = temporaryFolder();
const headerBytes = 32;
const frameBytes = 24 + 2048;

async function crashed(name: string, settings: object = {}) {
  const file = join(folder, `${name}.sqlite`);
  const { engine, ask, put } = await engineOf(settings, file);
  await ask('CreateTable', things);
  for (let at = 0; at < 40; at++) await put(String(at), { text: { S: 'x'.repeat(3000) } });
  const copy = join(folder, `${name}-copy.sqlite`);
  for (const end of ['', '-wal']) copyFileSync(file + end, copy + end);
  await engine.close();
  const wal = `${copy}-wal`;
  return {
    copy,
    wal,
    frames: (readFileSync(wal).length - headerBytes) / frameBytes,
    change(work: (bytes: Buffer) => Buffer | undefined) {
      const bytes = readFileSync(wal);
      writeFileSync(wal, work(bytes) ?? bytes);
    },
    async read() {
      const opened = await engineOf({}, copy);
      const { Count } = await opened.ask('Scan', { TableName: 'things' });
      const { damagedFrames } = opened.engine;
      await opened.engine.close();
      return { Count, damagedFrames };
    },
  };
}

describe('the end of the log', () => {
  it('of a crash is whole, also where an older log follows', async () => {
    const { read, wal, change } = await crashed('whole');
    expect(damagedFrames(wal)).toBe(0);
    change((bytes) => {
      const older = Buffer.from(bytes.subarray(headerBytes, headerBytes + 3 * frameBytes));
      for (let at = 0; at < 3; at++) older.writeUInt32BE(1, at * frameBytes + 8);
      return Buffer.concat([bytes, older]);
    });
    expect(await read()).toEqual({ Count: 40, damagedFrames: 0 });
  });

  it('with a changed byte is reported with what is lost, and earlier writes stay', async () => {
    const { change, frames, read } = await crashed('changed');
    change((bytes) => {
      const at = headerBytes + (frames - 5) * frameBytes + 500;
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return undefined;
    });
    const { Count, damagedFrames } = await read();
    expect(damagedFrames).toBe(5);
    expect(Count).toBeGreaterThan(30);
    expect(Count).toBeLessThan(40);
  });

  it('is also reported if its header or the header of a frame is damaged', async () => {
    const frame = await crashed('frame');
    frame.change((bytes) =>
      bytes.fill(7, headerBytes + (frame.frames - 3) * frameBytes, headerBytes + (frame.frames - 3) * frameBytes + 20),
    );
    expect(damagedFrames(frame.wal)).toBe(3);
    const header = await crashed('header');
    header.change((bytes) => bytes.fill(7, 0, 20));
    expect(damagedFrames(header.wal)).toBe(header.frames);
  });

  it('holds no damage after checkpoints have started the log again', async () => {
    const { read } = await crashed('again', { checkpointRows: 5 });
    expect(await read()).toEqual({ Count: 40, damagedFrames: 0 });
  });
});
