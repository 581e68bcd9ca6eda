import type { resetCodesQueue } from '#shared/accounts/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import type { Deps } from './needs.ts';
import { reportGuessing } from './report-guessing.ts';
import { sendResetCode } from './send-reset-code.ts';

export const workOnMessage = (message: MessageOf<typeof resetCodesQueue>, deps: Deps): Promise<void> =>
  message.about === 'guessing' ? reportGuessing(message, deps) : sendResetCode(message, deps);
