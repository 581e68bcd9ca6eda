import * as mcp from '#functions/api/mcp/endpoints.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { frontEndOrigins } from '#shared/aws/needs.ts';
import { httpFunction } from '#shared/http/http-function.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...mcp }, { frontEndOrigins, keys });
