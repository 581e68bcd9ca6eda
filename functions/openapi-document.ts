import { openApi } from '#shared/http/openapi.ts';
import { groups } from './groups.ts';
import { sentEvents } from './sent-events.ts';

export const openApiDocument = () => openApi(groups, sentEvents);
