import { keyCursor } from './page-cursor.ts';

export const activityCursor = keyCursor(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z#act_[0-9a-f]{22}$/);
