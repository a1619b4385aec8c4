# The report page is embedded by this file once web/ has a template.
