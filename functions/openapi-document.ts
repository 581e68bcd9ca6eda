import { openApi } from '#shared/http/openapi.ts';
import { errors } from '#shared/registry/errors.ts';
import { groups } from './groups.ts';
import { sentEvents } from './sent-events.ts';

export const openApiDocument = () => openApi(groups, sentEvents, errors);
