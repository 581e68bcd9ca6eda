import * as z from 'zod';

/** What a conversation was about. */
export const Topic = z.enum(['ad_prompt', 'template_prompt']);
