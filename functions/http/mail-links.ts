import * as mailLinks from '#functions/api/mail-links/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { userNeeds } from '#shared/http/needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...mailLinks }, userNeeds);
