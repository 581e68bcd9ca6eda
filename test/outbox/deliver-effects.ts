import { deliver } from '#shared/outbox/deliver.ts';
import type { TestApp } from '#test/kit/harness.ts';

export async function deliverEffects(app: TestApp) {
  await app.settle();
  for (const sent of [...app.world.messages]) {
    if (sent.queue !== 'effects') continue;
    await deliver(sent.message.effect, app.workerDeps('effects'));
    app.world.messages.splice(app.world.messages.indexOf(sent), 1);
  }
}
