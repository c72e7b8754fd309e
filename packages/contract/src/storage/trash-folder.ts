/** Where the trash lives, below the connector's prefix; listings leave it out. */
export const TRASH_FOLDER = '.causeway-trash/';
