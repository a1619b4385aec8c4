# cmake -DWEB=web -DOUT=file -P: template.html with the style and without script, for builds without node.
file(READ ${WEB}/template.html page)
file(READ ${WEB}/style.css style)
string(REPLACE "{{style}}" "${style}" page "${page}")
string(REPLACE "{{script-hash}}" "'none'" page "${page}")
string(REPLACE "<script>{{script}}</script>\n{{notices}}" "" page "${page}")
file(WRITE ${OUT} "${page}")
