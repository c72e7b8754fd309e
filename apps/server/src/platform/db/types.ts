import pg from 'pg';

/** Instants leave our own database as ISO text, the form the contract gives them. */
const INSTANT = pg.types.builtins.TIMESTAMPTZ;

export const ownTypes: pg.CustomTypesConfig = {
  getTypeParser: ((
    oid: Parameters<typeof pg.types.getTypeParser>[0],
    format?: 'text' | 'binary',
  ) => {
    if (oid === INSTANT) return (text: string) => new Date(text).toISOString();
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};
