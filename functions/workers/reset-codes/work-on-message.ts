import type { Message } from '#shared/messages/queues.ts';
import type { Deps } from './needs.ts';
import { reportGuessing } from './report-guessing.ts';
import { sendResetCode } from './send-reset-code.ts';

export const workOnMessage = (message: Message<'reset_codes'>, deps: Deps): Promise<void> =>
  message.about === 'guessing' ? reportGuessing(message, deps) : sendResetCode(message, deps);
