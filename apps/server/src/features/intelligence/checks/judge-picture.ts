import type { Picture } from '../catalog/picture.ts';
import type { Candidate } from './candidate.ts';
import { checkAges } from './ages.ts';
import { checkDoors } from './doors.ts';
import { checkIndexes } from './indexes.ts';
import { checkKeys, checkTypes, checkWaste } from './keys.ts';

/** Everything the catalogs alone say. */
export function judgePicture(picture: Picture): Candidate[] {
  return [
    ...checkIndexes(picture),
    ...checkKeys(picture),
    ...checkTypes(picture),
    ...checkWaste(picture),
    ...checkAges(picture),
    ...checkDoors(picture),
  ];
}
