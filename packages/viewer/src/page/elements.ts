/** The element that contains the report, as JSON. */
export const DATA_ID = 'data';
/** The element that shows it. */
export const ROOT_ID = 'report';
