import { openApi } from '#shared/http/openapi.ts';
import { groups } from './groups.ts';
import { sentEvents } from './sent-events.ts';

/** The description of the whole service: all its endpoints, and the events that it sends. */
export const openApiDocument = () => openApi(groups, sentEvents);
