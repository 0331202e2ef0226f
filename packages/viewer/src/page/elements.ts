/** The element that has the report, as JSON. */
export const DATA_ID = 'data';
/** The element in which it is shown. */
export const ROOT_ID = 'report';
