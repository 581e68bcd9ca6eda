import * as competitors from '#functions/api/competitors/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { viewNeeds } from '#shared/http/view-needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...competitors }, viewNeeds);
