import * as z from 'zod';
import { channelNames } from '#shared/clicks/rules/channels.ts';

export const Channel = z.enum(channelNames).meta({
  description: 'Where the click came from, by the first channel rule that holds. `unknown`: the click was stored before channels existed.',
});
export const Paid = z.boolean().meta({ description: 'Whether clicks of this channel are paid for.' });
