import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { openChannel } from './channel.ts';
import type { Service } from './service.ts';

const vendors = ['messaging', 'social', 'llm', 'search', 'moderation', 'billing', 'partner', 'assistant', 'sites'];

type Scene = {
  service: Service;
  channel: Awaited<ReturnType<typeof openChannel>>;
  below: (limit: number) => number;
  unexpected: string[];
  smallDisk: string | null;
};

export function nemesesOf({ service, channel, below, unexpected, smallDisk }: Scene) {
  const again = (name: NodeJS.Signals) => async () => {
    await service.end(name);
    await service.start();
  };
  return {
    'kill -9': again('SIGKILL'),
    SIGTERM: again('SIGTERM'),
    async 'kill -9 while it starts'() {
      await service.end('SIGKILL');
      const starting = service.start();
      await delay(300 + below(1500));
      await service.end('SIGKILL');
      await starting;
      await service.start();
    },
    async 'SIGSTOP, SIGCONT'() {
      service.signal('SIGSTOP');
      await delay(1500 + below(3500));
      service.signal('SIGCONT');
    },
    async 'failed syncs'() {
      service.signal('SIGUSR2');
      await Promise.race([service.ended(), delay(10_000)]);
      if (!service.hasEnded()) await service.end('SIGKILL');
      await service.start();
    },
    async 'vendor faults'() {
      for (let faults = 4; faults > 0; faults--) {
        const vendor = vendors[below(vendors.length)] as string;
        const kind = [{ status: 500 }, { status: 429 }, { cut: true }, { delay_ms: 3000 + below(5000) }][below(4)];
        const body = { vendor, times: 1 + below(3), ...kind };
        await service.ask({ path: '/faults', body }, service.facts().vendors);
      }
    },
    async 'channel faults'() {
      channel.fail('lose', 'drop', 'lose');
    },
    async 'second host'() {
      const { code, error } = await service.second();
      if (code !== 1 || !/^Another host \(process \d+\) uses the data folder/.test(error))
        unexpected.push(`a second host ended with ${code}: ${error}`);
    },
    ...(smallDisk !== null && {
      async 'full disk'() {
        const filler = join(smallDisk, 'filler');
        await writeFile(filler, Buffer.alloc(1_000_000_000)).catch(() => {});
        await delay(3000);
        await rm(filler, { force: true });
        await service.start();
      },
    }),
  } satisfies Record<string, () => Promise<void>>;
}
