import { openApi } from '#shared/http/openapi.ts';
import { groups } from './groups.ts';
import { sentEvents } from './sent-events.ts';

/** The document has all endpoints, and the events that the service sends. */
export const openApiDocument = () => openApi(groups, sentEvents);
